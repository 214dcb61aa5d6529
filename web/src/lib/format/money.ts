import { numberFormat } from './number-format'

const whole = numberFormat({ style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
const exact = numberFormat({ style: 'currency', currency: 'INR', minimumFractionDigits: 2 })

/** @param amount rupees @returns '₹1,23,456.50', or '₹1,23,456' where there are no paise */
export function rupeesText(amount: number): string {
  return Number.isInteger(amount) ? whole(amount) : exact(amount)
}
