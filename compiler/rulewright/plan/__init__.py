"""See docs/internals: one folder for each stage of the compiler."""
