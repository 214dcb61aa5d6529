const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 })

/** @param amount rupees @returns '₹1,23,456.50', or '₹1,23,456' where there are no paise */
export function rupeesText(amount: number): string {
  return Number.isInteger(amount) ? whole.format(amount) : exact.format(amount)
}
