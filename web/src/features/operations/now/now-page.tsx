import { CircleOff } from 'lucide-react'
import { useOperations } from '@/lib/resources/operations/now'
import { EmptyState } from '@/ui/empty-state'
import { SkeletonList } from '@/ui/skeleton'
import { Generations } from './generations'
import { Pipeline } from './pipeline'
import { Processes } from './processes'
import { Storage } from './storage'
import { Troubles } from './troubles'

/** The state of everything, live. */
export function NowPage() {
  const { data: view, loading } = useOperations()
  if (loading) return <SkeletonList count={3} itemClassName="h-48" className="grid grid-cols-1 gap-6" />
  if (!view) {
    return (
      <EmptyState icon={CircleOff} title="The state of the log is not known">
        It shows here as soon as the API can read it.
      </EmptyState>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <Troubles view={view} />
      <Pipeline view={view} />
      <Processes view={view} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="min-w-0">
          <Generations view={view} />
        </div>
        <div className="min-w-0">
          <Storage view={view} />
        </div>
      </div>
    </div>
  )
}
