/// The sub-command `check-config`.
enum CheckConfig {
    /// Reads the settings and tells the plan that they lead to, or all that is wrong with them.
    static func run(options: Options, environment: [String: String]) -> CommandResult {
        do throws(ConfigurationError) {
            let (configuration, web) = try Configuration.load(options, environment: environment)
            let plan = PlanText(
                configuration, web: web.map { WebPlan($0, addresses: options.listenAddresses) })
            return CommandResult(output: plan.text, exitCode: 0)
        } catch {
            let count = error.problems.count
            let noun = count == 1 ? "error" : "errors"
            return CommandResult(errors: "\(error)\n\(count) \(noun)\n", exitCode: 1)
        }
    }
}
