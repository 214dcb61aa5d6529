import { pino } from 'pino'

export type Log = pino.Logger

/** JSON lines on standard output. Personal data never goes in: log ids. */
export function createLog(service: string, level: string): Log {
  return pino({ name: service, level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime })
}
