import type { UserView } from '@jaanch/contracts/http/auth'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { ShowMore } from '@/components/list/show-more'
import { paths } from '@/lib/paths'
import { useAudit } from '@/lib/resources/audit'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { SkeletonList } from '@/ui/skeleton'
import { AuditFilters } from './audit-filters'
import { AuditRows } from './audit-rows'

/** Who did and saw what. Reached from the page of the users. */
export function AuditPage() {
  const [person, setPerson] = useState<UserView | null>(null)
  const [action, setAction] = useState('')
  const [day, setDay] = useState('')
  const list = useAudit({ action, day, person: person?.id ?? '' })

  function clear() {
    setPerson(null)
    setAction('')
    setDay('')
  }

  return (
    <>
      <PageHeading title="Audit Trail" description="Who did and saw what, kept for a year.">
        <ButtonLink to={paths.adminUsers} variant="outline" size="sm">
          Users
        </ButtonLink>
      </PageHeading>
      <AuditFilters
        person={person}
        onPerson={setPerson}
        action={action}
        onAction={setAction}
        day={day}
        onDay={setDay}
      />
      {list.loading ? (
        <SkeletonList count={6} itemClassName="h-24 md:h-14" className="grid grid-cols-1 gap-2" />
      ) : list.rows.length === 0 ? (
        <EmptyState
          icon={ScrollText}
          title="No entries found"
          action={
            <Button variant="outline" onClick={clear}>
              Clear filters
            </Button>
          }
        >
          Nothing was recorded that matches.
        </EmptyState>
      ) : (
        <>
          <AuditRows rows={list.rows} />
          <ShowMore list={list} className="mt-4" />
        </>
      )}
    </>
  )
}
