import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class names; of two utilities for the same property the last one is used. */
export function cn(...values: ClassValue[]): string {
  return twMerge(clsx(values))
}
