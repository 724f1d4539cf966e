"""What people see: TV, phones and host. Speaks only to the table."""
