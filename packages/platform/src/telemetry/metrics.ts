import { within } from '../deadline.ts'
import type { LabelsOf, MetricName, NameOf } from './catalogue.ts'

type Labels = Record<string, string>
/** A metric without labels takes none */
type Given<Name extends MetricName> = LabelsOf<Name> extends undefined ? [] : [labels: LabelsOf<Name>]

/** Where values go while metrics are on */
export type Sink = {
  add(name: NameOf<'counter'>, value: number, labels?: Labels): void
  record(name: NameOf<'histogram'>, value: number, labels?: Labels): void
}
/** Reports the value of a gauge or a total */
export type Observe = <Name extends NameOf<'gauge' | 'total'>>(
  name: Name,
  value: number,
  ...labels: Given<Name>
) => void
/** Called when the metrics are collected. What it throws leaves its values out */
export type Observer = (observe: Observe) => void | Promise<void>

let sink: Sink | undefined
const observers = new Set<Observer>()

/** Whether metrics are on: what costs more than a call asks before */
export const isMeasuring = (): boolean => sink !== undefined

/** Adds to a counter; nothing while metrics are off. */
export function count<Name extends NameOf<'counter'>>(
  name: Name,
  value: number,
  ...[labels]: Given<Name>
): void {
  sink?.add(name, value, labels)
}

/** Adds a value to a histogram, times in seconds; nothing while metrics are off. */
export function record<Name extends NameOf<'histogram'>>(
  name: Name,
  value: number,
  ...[labels]: Given<Name>
): void {
  sink?.record(name, value, labels)
}

/** The seconds since an instant of `performance.now()` */
export const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000

/** Registers what reads gauges when the metrics are collected. @returns ends it */
export function observeGauges(observer: Observer): () => void {
  observers.add(observer)
  return () => void observers.delete(observer)
}

/** Prometheus gives up after 10 s, and would then have no metric of the process at all */
const waitForGaugesMs = 1_000

/**
 * For gauges that cost a query: reads at most every `everyMs`, whoever collects, never twice at a time, and reports the last values
 * in between. After a failed read, and while one takes longer than a second, it reports nothing: a graph shows a gap and not an old
 * value.
 */
export function atMostEvery<Facts>(
  everyMs: number,
  read: () => Promise<Facts>,
  report: (facts: Facts, observe: Observe) => void,
): Observer {
  let last: { readAt: number; facts: Promise<Facts>; isRead: boolean } | undefined

  function readNext(): Promise<Facts> {
    const now = performance.now()
    if (last && (!last.isRead || now - last.readAt < everyMs)) return last.facts
    const next = { readAt: now, facts: read(), isRead: false }
    const end = () => {
      next.isRead = true
    }
    next.facts.then(end, end)
    last = next
    return next.facts
  }

  return async (observe) => {
    report(
      await within(waitForGaugesMs, readNext(), () => new Error('Gauges were not read in time')),
      observe,
    )
  }
}

/** For start-telemetry: `values` receives all values from now on; undefined turns metrics off. */
export function setSink(values: Sink | undefined): void {
  sink = values
}

/** For start-telemetry: reads all gauges. An observer that fails does not disturb the others. */
export async function readGauges(observe: Observe): Promise<void> {
  await Promise.allSettled(Array.from(observers, async (observer) => observer(observe)))
}
