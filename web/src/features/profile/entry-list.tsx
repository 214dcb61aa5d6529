import type { ReactNode } from 'react'
import { Skeleton } from '@/ui/skeleton'

type EntryListProps = { loading: boolean; empty: string; children: ReactNode[] }

export function EntryList({ loading, empty, children }: EntryListProps) {
  if (loading) {
    return (
      <div role="status" aria-label="Loading" className="grid gap-6 p-5">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    )
  }
  if (children.length === 0) return <p className="px-5 py-8 text-center text-ink-soft">{empty}</p>
  return <ul className="divide-y">{children}</ul>
}
