import { Search, ShieldCheck, TestTubes, UserRound, Users as UsersIcon } from 'lucide-react'
import { useState } from 'react'
import { WindowList } from '@/components/list/window-list'
import { StatRow } from '@/components/stats/stat-card'
import { useUserCounts, useUsers } from '@/lib/api/users'
import { countText } from '@/lib/format/count'
import { useLate } from '@/lib/use-late'
import { useTitle } from '@/lib/use-title'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Input } from '@/ui/input'
import { PageHeading } from '@/ui/page-heading'
import { Select } from '@/ui/select'
import { SkeletonList } from '@/ui/skeleton'
import { UserRow } from './user-row'

// A select has no empty value
const any = 'any'
const roleOptions = [
  { value: any, label: 'All roles' },
  { value: 'customer', label: 'Customers' },
  { value: 'lab-partner', label: 'Lab partners' },
  { value: 'admin', label: 'Admins' },
]

export function UsersPage() {
  useTitle('Users')
  const [q, setQ] = useState('')
  const [role, setRole] = useState(any)
  const { rows, loading, more, hasMore, failed } = useUsers(role === any ? '' : role, useLate(q.trim()))
  return (
    <>
      <PageHeading title="Users" description="Everyone with an account." />
      <Counts />
      <search className="mt-6 mb-4 grid grid-cols-1 gap-3 sm:grid-cols-[1fr_12rem]">
        <div className="relative">
          <Search
            className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-soft"
            aria-hidden
          />
          <Input
            type="search"
            aria-label="Search users"
            placeholder="Name, e-mail or phone"
            className="pl-10"
            maxLength={100}
            value={q}
            onChange={(event) => setQ(event.target.value)}
          />
        </div>
        <Select label="Role" value={role} onChange={setRole} options={roleOptions} />
      </search>
      {loading && <SkeletonList count={6} className="grid grid-cols-1 gap-2" itemClassName="h-20" />}
      {!loading && rows.length === 0 && (
        <EmptyState
          icon={UsersIcon}
          title="No users found"
          action={
            <Button
              variant="outline"
              onClick={() => {
                setQ('')
                setRole(any)
              }}
            >
              Clear search
            </Button>
          }
        >
          Nobody's name, e-mail or phone begins like this.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <WindowList
          key={`${role} ${q}`}
          label="Users"
          rows={rows}
          estimate={84}
          gap={8}
          hasMore={hasMore}
          onMore={more}
          failed={failed}
        >
          {(user) => <UserRow user={user} />}
        </WindowList>
      )}
    </>
  )
}

function Counts() {
  const counts = useUserCounts()
  const total = counts && counts.customer + counts['lab-partner'] + counts.admin
  return (
    <StatRow
      stats={[
        { name: 'Total Users', value: countText(total), icon: UsersIcon },
        { name: 'Customers', value: countText(counts?.customer), icon: UserRound },
        { name: 'Lab Partners', value: countText(counts?.['lab-partner']), icon: TestTubes },
        { name: 'Admins', value: countText(counts?.admin), icon: ShieldCheck },
      ]}
    />
  )
}
