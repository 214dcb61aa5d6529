import type { PaymentMethod } from '@jaanch/contracts/vocabulary'

/** What a receipt says. Amounts in paise. It goes to a thread: plain data only. */
export type Receipt = {
  /** Of the order */
  number: string
  paidAt: Date
  method: PaymentMethod
  /** The reference typed with the payment, such as a transaction number; null if there is none */
  reference: string | null
  /** Of the payment */
  amount: number
  /** `priceList`: the name of the list that gave the price, null if it was the catalogue's */
  lines: readonly { name: string; price: number; priceList: string | null }[]
  discount: number
  patient: string
  lab: string | null
  /** Who runs the installation; null if it is not set */
  operator: { name: string; address: string | null } | null
  isCancelled: boolean
}
