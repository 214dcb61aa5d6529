import { Microscope } from 'lucide-react'
import { useAllLabs } from '@/lib/api/labs'
import { EmptyState } from '@/ui/empty-state'
import { SkeletonList } from '@/ui/skeleton'
import { LabCard } from './lab-card'

export function LabApprovals() {
  const { rows, loading } = useAllLabs()
  // Those who wait come first; within each group the newest.
  const labs = rows.toSorted((a, b) => Number(b.status === 'applied') - Number(a.status === 'applied'))
  if (loading) return <SkeletonList count={3} className="grid grid-cols-1 gap-3" item="h-32" />
  if (labs.length === 0) {
    return (
      <EmptyState icon={Microscope} title="No lab partners yet">
        Applications appear here by themselves as labs register.
      </EmptyState>
    )
  }
  return (
    <ul className="grid grid-cols-1 gap-3">
      {labs.map((lab) => (
        <li key={lab.id} className="min-w-0 animate-rise">
          <LabCard lab={lab} />
        </li>
      ))}
    </ul>
  )
}
