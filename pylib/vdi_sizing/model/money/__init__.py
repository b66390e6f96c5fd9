"""What is bought and paid: the bill, running costs, payments, growth."""
