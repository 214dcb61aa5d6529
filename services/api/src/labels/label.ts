/** The label of one tube. It goes to a thread: plain data only. A tube passes through many hands: it has a name only if the lab's rule says so. */
export type Label = {
  orderNumber: string
  /** Number of the tube in the booking's plan, from 1, of how many */
  tube: number
  tubes: number
  /** Of the patient: such as `A.P.` */
  initials: string
  /** In place of the initials */
  name: string | null
  /** Such as `34 F`; empty without both */
  ageAndSex: string
  specimen: string
  container: string | null
  /** IST date of the collection */
  date: string
}
