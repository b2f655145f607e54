"""Read what people type as answers: never run, within budgets, asked back where it is ambiguous."""
