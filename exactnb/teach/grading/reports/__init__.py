"""Reports on graded answers, one file for each form."""
