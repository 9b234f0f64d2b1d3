"""Plain structs that the page, the terminal and the API show: position, orders, battles, sheets."""
