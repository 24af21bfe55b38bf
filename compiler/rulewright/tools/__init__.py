"""The commands of `rulewright`, one small module for each, and what they share."""
