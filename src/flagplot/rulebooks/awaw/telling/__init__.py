"""What people see and read: views by side, the page, prompts, sentences, what the table says of a draft."""
