"""What the compiler can tell of typed rules without running them: each question has one module, asked by checks, plan and passes."""
