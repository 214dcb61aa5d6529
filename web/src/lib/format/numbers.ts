/**
 * A number in a format of India (1.2 L). The formatter is created on first use: the first one of a page takes 20 ms (80 on a phone),
 * which would delay the first paint.
 */
export function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined
  return (value) => {
    format ??= new Intl.NumberFormat('en-IN', options)
    return format.format(value)
  }
}

/** @returns '1,23,456'; undefined while the number is not known */
export function countText(value: number): string
export function countText(value: number | undefined): string | undefined
export function countText(value: number | undefined): string | undefined {
  return value === undefined ? undefined : groupDigits(String(value))
}

/** @param amount rupees @returns '₹1,23,456.50', or '₹1,23,456' if there are no paise */
export function rupeesText(amount: number): string {
  const [whole = '', paise] = Math.abs(amount)
    .toFixed(Number.isInteger(amount) ? 0 : 2)
    .split('.')
  return `${amount < 0 ? '-' : ''}₹${groupDigits(whole)}${paise ? `.${paise}` : ''}`
}

/** As `Intl` does it for en-IN, without its first use, which delays the first price by 12 ms (50 on a phone). */
function groupDigits(whole: string): string {
  return whole.replace(/\B(?=(\d\d)*\d{3}$)/g, ',')
}

/** @returns '1.2 MB', '340 KB'; 1 MB is 1024² bytes, as in the upload limits */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`
}
