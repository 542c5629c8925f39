-- When a performer first saved subscription prices. "Free" is a choice too: the checklist counts it as made.
alter table performers add column prices_chosen_at timestamptz;
update performers set prices_chosen_at = updated_at where monthly_price_amount > 0 or price_version > 1;
