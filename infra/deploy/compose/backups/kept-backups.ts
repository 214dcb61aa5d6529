import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, istDate, istMinutes, slotStart } from '@jaanch/contracts/calendar'
import { manifestFile } from '../../../ops/backup/manifest.ts'

/** The directories that the nightly backups make; others, made by hand, are neither counted nor removed */
const ownName = /^\d{4}-\d{2}-\d{2}T\d{4}$/

/** A complete backup; `at`: when its manifest was written */
type Kept = { name: string; at: Date }

/** @returns the name of a backup that begins now: date and time in India, 2026-11-21T0130 */
export function nameOf(now: Date): string {
  const minutes = istMinutes(now)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${istDate(now)}T${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

/** @param at time of day in India, HH:MM @returns the next instant at that time, after `now` */
export function nextTime(at: string, now: Date): Date {
  const today = slotStart(istDate(now), at)
  return today > now ? today : slotStart(addDays(istDate(now), 1), at)
}

/** @returns the complete nightly backups of a directory, oldest first */
export function listBackups(directory: string): Kept[] {
  return ownDirectories(directory).flatMap((name) => {
    const written = statSync(join(directory, name, manifestFile), { throwIfNoEntry: false })
    return written ? [{ name, at: written.mtime }] : []
  })
}

/**
 * Removes nightly backups that did not end (after a kill -9 or a power failure), and all complete ones but the newest.
 * @param keep how many stay
 * @returns the names of what was removed
 */
export function removeOld(directory: string, keep: number): string[] {
  const kept = new Set(
    listBackups(directory)
      .slice(-keep)
      .map(({ name }) => name),
  )
  const removed = ownDirectories(directory).filter((name) => !kept.has(name))
  for (const name of removed) rmSync(join(directory, name), { recursive: true })
  return removed
}

function ownDirectories(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => ownName.test(name))
    .sort()
}
