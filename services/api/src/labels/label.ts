/** The label of one tube. It goes to a thread: plain data only. No name: a tube passes through many hands. */
export type Label = {
  orderNumber: string
  /** Number of the tube in the booking's plan, from 1, of how many */
  tube: number
  tubes: number
  /** Of the patient: such as `A.P.` */
  initials: string
  /** Such as `34 F`; empty without both */
  ageAndSex: string
  specimen: string
  container: string | null
  /** IST date of the collection */
  date: string
}
