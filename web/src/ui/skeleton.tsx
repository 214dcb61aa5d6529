import { cn } from '@/lib/class-names'

export function Skeleton({ className }: { className?: string }) {
  return <div className={cn('animate-pulse rounded-md bg-sunken', className)} />
}

type SkeletonListProps = { count: number; className?: string; item: string }

/** Stands where a list will be, in its measures. */
export function SkeletonList({ count, className, item }: SkeletonListProps) {
  return (
    <div role="status" aria-label="Loading" className={className}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={place} className={cn('rounded-xl border bg-surface p-5', item)}>
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="mt-3 h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-1/2" />
        </div>
      ))}
    </div>
  )
}
