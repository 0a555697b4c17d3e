import './Price.css';

interface PriceProps {
  amount: number;
  currency?: string;
}

export default function Price(props: PriceProps) {
  const { amount, currency = 'EUR' } = props;
  return (
    <span className="price">
      {amount.toFixed(2)} {currency}
    </span>
  );
}
