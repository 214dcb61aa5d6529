import { hourWeights } from '@jaanch/infra/local/demo/plan-bookings'

/** What a measurement cannot tell: how people use Jaanch, and how full a machine may be. Change them to your own figures. */
export type Assumptions = {
  /** Share of a day's bookings that are placed in its busiest hour */
  busiestHour: number
  /** The busiest minutes of that hour, times its average */
  burst: number
  /** Calls that only read, for each booking: its customer, people who only look, lab and admin */
  reads: number
  /** Sign-ins for each booking; a session of a customer lasts 90 days */
  signIns: number
  /** Sockets that are open in the busiest hour for each booking of that hour: four visits of five minutes */
  sockets: number
  /** Sockets that each event is sent to: those of its customer, its lab and the admins */
  watchers: number
  /** How busy all cores together may be in the busiest minutes: half, so that the other half takes over a server that is lost */
  cores: number
  /** How busy a process of one thread may be then */
  process: number
  /** Days of bookings, with their indexes, that Postgres should find in memory */
  hotDays: number
  /** Bytes of a report's PDF that a lab uploads; without, our own are stored, which are drawn from values */
  uploadedReportBytes?: number
  /** Share of the bookings that get a report */
  reports: number
  /** Time that a commit waits for the disk, and with a synchronous standby in another zone for its disk too, ms */
  commitMs: number
}

export const assumptions: Assumptions = {
  busiestHour: Math.max(...hourWeights) / hourWeights.reduce((sum, weight) => sum + weight, 0),
  burst: 3,
  reads: 30,
  signIns: 0.2,
  sockets: (4 * 5) / 60,
  watchers: 8,
  cores: 0.5,
  process: 0.6,
  hotDays: 7,
  reports: 0.8,
  commitMs: 2.5,
}
