'use client';

import { type ReactNode, useId, useState } from 'react';
import './Estimate.css';

interface EstimateProps {
  /** Requests without a price. */
  free: number;
  price: number;
  start: number;
  children?: ReactNode;
}

export default function Estimate({ free, price, start, children }: EstimateProps) {
  const [requests, setRequests] = useState(start);
  const id = useId();
  const cost = Math.max(0, requests - free) * price;
  return (
    <div className="estimate" data-flow>
      <label htmlFor={id}>Requests a month</label>
      <input
        id={id}
        type="range"
        min={0}
        max={start * 4}
        step={100}
        value={requests}
        onChange={({ target }) => setRequests(Number(target.value))}
      />
      <output htmlFor={id}>
        {requests} requests cost {cost.toFixed(2)} €
      </output>
      {children}
    </div>
  );
}
