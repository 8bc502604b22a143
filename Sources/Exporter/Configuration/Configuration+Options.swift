import ConfigTree

extension Configuration {
    /// Reads the settings and the web configuration that flags name; the latter is nil for none.
    ///
    /// All that is wrong with either is thrown together.
    ///
    /// - Parameter former: the configuration in force, for a reload.
    static func load(
        _ options: Options, environment: [String: String], replacing former: Configuration? = nil
    ) throws(ConfigurationError) -> (Configuration, WebConfiguration?) {
        var problems: [ConfigProblem] = []
        var configuration: Configuration?
        var web: WebConfiguration?
        do throws(ConfigurationError) {
            configuration = try load(
                file: options.configFile, environment: environment, replacing: former)
        } catch {
            problems += error.problems
        }
        do throws(ConfigurationError) {
            web = try WebConfiguration.load(options)
        } catch {
            problems += error.problems
        }
        guard let configuration, problems.isEmpty else {
            throw ConfigurationError(problems: problems)
        }
        return (configuration, web)
    }
}
