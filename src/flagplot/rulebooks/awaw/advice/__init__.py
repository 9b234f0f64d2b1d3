"""What computer admirals weigh and what people are told of chances: candidates, worth, risks,
forecasts, odds."""
