/**
 * A number as it is grouped in India (1,23,456). The formatter is created on first use: the first one of a page takes 20 ms (80 on
 * a phone), which would delay the first paint.
 */
export function numberFormat(options: Intl.NumberFormatOptions = {}): (value: number) => string {
  let format: Intl.NumberFormat | undefined
  return (value) => {
    format ??= new Intl.NumberFormat('en-IN', options)
    return format.format(value)
  }
}

const count = numberFormat()
const wholeRupees = numberFormat({ style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
const rupeesAndPaise = numberFormat({ style: 'currency', currency: 'INR', minimumFractionDigits: 2 })

/** @returns '1,23,456'; undefined while the number is not known */
export function countText(value: number): string
export function countText(value: number | undefined): string | undefined
export function countText(value: number | undefined): string | undefined {
  return value === undefined ? undefined : count(value)
}

/** @param amount rupees @returns '₹1,23,456.50', or '₹1,23,456' if there are no paise */
export function rupeesText(amount: number): string {
  return Number.isInteger(amount) ? wholeRupees(amount) : rupeesAndPaise(amount)
}

/** @returns '1.2 MB', '340 KB'; 1 MB is 1024² bytes, as in the upload limits */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`
}
