import type { UserView } from '@jaanch/contracts/http/auth'
import { ShieldCheck, TestTubes, UserRound, Users as UsersIcon } from 'lucide-react'
import { useState } from 'react'
import { PagedList } from '@/components/list/paged-list'
import { StatRow } from '@/components/stat-row'
import { countText } from '@/lib/format/numbers'
import { paths } from '@/lib/paths'
import { useUserCounts, useUsers } from '@/lib/resources/users'
import { useDebounced } from '@/lib/timing'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { SearchInput } from '@/ui/search-input'
import { Select } from '@/ui/select'
import { UserRow } from './user-row'

const roleOptions = [
  { value: 'customer', label: 'Customers' },
  { value: 'lab-partner', label: 'Lab partners' },
  { value: 'admin', label: 'Admins' },
]

export function UsersPage() {
  const [search, setSearch] = useState('')
  const [role, setRole] = useState('')
  const query = useDebounced(search.trim())
  const list = useUsers(role, query)
  const showChanged = (changed: UserView) =>
    void list.mutate((rows) => rows?.map((row) => (row.id === changed.id ? changed : row)), {
      revalidate: false,
    })
  return (
    <>
      <PageHeading title="Users" description="Everyone with an account.">
        <ButtonLink to={paths.adminAudit} variant="outline" size="sm">
          Audit Trail
        </ButtonLink>
      </PageHeading>
      <Counts />
      <search className="mt-6 mb-4 grid grid-cols-1 gap-3 sm:grid-cols-[1fr_12rem]">
        <SearchInput
          aria-label="Search users"
          placeholder="Name, e-mail or phone"
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Select label="Role" value={role} onChange={setRole} options={roleOptions} emptyLabel="All roles" />
      </search>
      <PagedList
        key={`${role} ${query}`}
        label="Users"
        list={list}
        estimate={84}
        gap={8}
        skeletons={{ count: 6, itemClassName: 'h-20' }}
        empty={
          <EmptyState
            icon={UsersIcon}
            title="No users found"
            clearLabel="Clear search"
            onClear={() => {
              setSearch('')
              setRole('')
            }}
          >
            Nobody's name, e-mail or phone begins like this.
          </EmptyState>
        }
      >
        {(user) => <UserRow user={user} onChange={showChanged} />}
      </PagedList>
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
