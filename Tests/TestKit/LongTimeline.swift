public import Testing

extension Trait where Self == ConditionTrait {
    /// Passes weeks to years of one task's values, in which a sanitizer has nothing to find.
    ///
    /// It would take minutes, in which what has a time limit does not get its turn.
    public static var longTimeline: Self {
        .enabled(if: Sanitizer.current == nil, "one task's values, for weeks to years")
    }
}
