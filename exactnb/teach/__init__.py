"""What instructors and students do with it: answers, grading, audits, variants, exports."""
