import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useLabStaff } from '@/lib/resources/lab-staff'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { Skeleton } from '@/ui/skeleton'
import { PersonCard } from './person-card'
import { page as texts } from './texts'

const InviteDialog = lazyDialog(async () => (await import('./invite-dialog')).InviteDialog)

/** For the owner of a lab: who works there, as what, and where they are signed in. */
export function StaffPage() {
  const { data: people, loading } = useLabStaff()
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <PageHeading {...texts.heading}>
        <Button onClick={() => setInviting(true)}>
          <UserPlus aria-hidden />
          {texts.invite}
        </Button>
      </PageHeading>
      {loading && (
        <div role="status" aria-label={texts.loading} className="grid gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      )}
      {!loading && !people && <EmptyState icon={Users} title={texts.failed} />}
      {people?.length === 0 && (
        <EmptyState icon={Users} title={texts.none}>
          {texts.noneText}
        </EmptyState>
      )}
      {people && people.length > 0 && (
        <ul className="grid gap-3">
          {people.map((person) => (
            <li key={person.id}>
              <PersonCard person={person} />
            </li>
          ))}
        </ul>
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}
