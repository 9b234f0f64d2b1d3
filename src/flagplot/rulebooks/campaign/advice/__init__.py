"""What an order is worth, what may come of it, orders worth a look."""
