"""Read the answers that people type: never run, within budgets; ambiguous ones are returned."""
