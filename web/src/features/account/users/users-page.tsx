import type { UserView } from '@jaanch/account/sessions/api'
import { labRoleNames, staffRoles } from '@jaanch/contracts/staff-roles'
import type { Role } from '@jaanch/contracts/vocabulary'
import {
  Ban,
  CircleCheck,
  CircleX,
  LogOut,
  ShieldCheck,
  TestTubes,
  UserRound,
  Users as UsersIcon,
} from 'lucide-react'
import { useState } from 'react'
import { PagedList } from '@/components/list/paged-list'
import { StatRow } from '@/components/stat-row'
import { useCommand } from '@/components/use-command'
import { useAddressState } from '@/lib/address-state'
import { dateText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { phoneText } from '@/lib/format/phone'
import { initials, userName } from '@/lib/format/text'
import { paths } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { useMay } from '@/lib/session/staff'
import { Badge, type BadgeStyle, StyledBadge } from '@/ui/badge'
import { SmallLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { Menu } from '@/ui/menu'
import { PageHeading } from '@/ui/page-heading'
import { TypedSearchInput } from '@/ui/search-input'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import { changeStaffRole, changeStanding, signUserOut, useUserCounts, useUsers } from './calls'

const staffRoleTexts = {
  owner: 'Owner: everything',
  manager: 'Manager: catalogue, labs, bookings, prescriptions',
  support: 'Support: reads all but reports, writes messages',
  medical: 'Medical: reports and their bookings',
  operator: 'Operator: operations',
}

const texts = {
  heading: { title: 'Users', description: 'Everyone with an account.' },
  audit: 'Audit Trail',
  search: 'Search users',
  searchExample: 'Name, e-mail, phone or order number',
  role: 'Role',
  allRoles: 'All roles',
  none: 'No users found',
  noneText: "Nobody's name, e-mail or phone begins like this, and no order number ends like it.",
  clear: 'Clear search',
  counts: { total: 'Total Users', customer: 'Customers', 'lab-partner': 'Lab Partners', admin: 'Admins' },
  groups: { customer: 'Customers', 'lab-partner': 'Lab partners', admin: 'Admins' },
  user: {
    roles: { customer: 'Customer', 'lab-partner': 'Lab Partner', admin: 'Admin' },
    joined: (date: string) => `Joined ${date}`,
    noPhone: 'No phone',
    active: 'Active',
    inactive: 'Inactive',
  },
  menu: (name: string) => `Account of ${name}`,
  signOut: {
    label: 'Sign Out Everywhere',
    question: (name: string) => ({
      title: `Sign ${name} out everywhere?`,
      description: 'All their devices are signed out at once. They can sign in again.',
      confirmLabel: 'Sign Out',
      cancelLabel: 'Cancel',
    }),
    succeeded: 'Signed out everywhere',
    failed: 'Failed to sign out',
  },
  staffRole: {
    label: 'Change Role',
    dialog: (name: string) => ({
      title: `Change the role of ${name}?`,
      description: 'They are signed out at once, everywhere, and have the role when they sign in again.',
      label: 'Role',
      hint: '',
      choiceTexts: { choose: 'Select a role', noneChosen: 'Please select a role' },
      submitLabel: 'Change Role',
      failure: 'Failed to change the role',
    }),
    succeeded: 'Role changed',
  },
  disable: {
    label: 'Disable Account',
    dialog: (name: string) => ({
      title: `Disable the account of ${name}?`,
      description: 'They are signed out at once, everywhere, and cannot sign in.',
      submitLabel: 'Disable',
      failure: 'Failed to disable the account',
    }),
    succeeded: 'Account disabled',
  },
  enable: {
    label: 'Enable Account',
    dialog: (name: string) => ({
      title: `Enable the account of ${name}?`,
      description: 'They can sign in again.',
      submitLabel: 'Enable',
      failure: 'Failed to enable the account',
    }),
    succeeded: 'Account enabled',
  },
}

const roleBadges: Record<Role, BadgeStyle> = {
  customer: { label: texts.user.roles.customer, variant: 'brand', icon: UserRound },
  'lab-partner': { label: texts.user.roles['lab-partner'], variant: 'info', icon: TestTubes },
  admin: { label: texts.user.roles.admin, variant: 'accent', icon: ShieldCheck },
}

const staffRoleOptions = staffRoles.map((value) => ({ value, label: staffRoleTexts[value] }))

function UserRow({ user, onChange }: { user: UserView; onChange: (user: UserView) => void }) {
  const name = userName(user.name)
  const mayChange = useMay()
  return (
    <Card>
      <article className="grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-2 p-4 md:grid-cols-[auto_1.4fr_1.6fr_1fr_auto_auto]">
        <span
          className="grid size-10 place-items-center rounded-full bg-sunken font-semibold text-ink-soft text-xs"
          aria-hidden
        >
          {initials(name)}
        </span>
        <div className="min-w-0">
          <h3 className="truncate font-semibold">{name}</h3>
          <p className="text-ink-soft text-xs tabular-nums">{texts.user.joined(dateText(user.createdAt))}</p>
        </div>
        <span className="md:order-last">
          {mayChange && <UserMenu user={user} name={name} onChange={onChange} />}
        </span>
        <p className="min-w-0 truncate max-md:col-span-3">{user.email}</p>
        <p className="min-w-0 truncate text-ink-soft tabular-nums max-md:col-span-3">
          {user.phone ? phoneText(user.phone) : texts.user.noPhone}
        </p>
        <div className="flex flex-wrap gap-2 max-md:col-span-3 md:w-52 md:justify-end">
          <StyledBadge {...roleBadges[user.role]} />
          {user.staffRole && <Badge>{staffRoleTexts[user.staffRole].split(':', 1).join()}</Badge>}
          {user.labRole && user.labRole !== 'owner' && <Badge>{labRoleNames[user.labRole]}</Badge>}
          {user.isActive ? (
            <StyledBadge label={texts.user.active} variant="success" icon={CircleCheck} />
          ) : (
            <StyledBadge label={texts.user.inactive} variant="error" icon={CircleX} />
          )}
        </div>
      </article>
    </Card>
  )
}

const ReasonDialog = lazyDialog(async () => (await import('@/components/reason-dialog')).ReasonDialog)

type UserMenuProps = { user: UserView; name: string; onChange: (user: UserView) => void }

function UserMenu({ user, name, onChange }: UserMenuProps) {
  const [asking, setAsking] = useState<'standing' | 'sign-out' | 'role' | null>(null)
  const isSelf = useUser().id === user.id
  const close = () => setAsking(null)

  async function change(reason: string) {
    const changed = await changeStanding(user.id, !user.isActive, reason)
    onChange(changed)
    toast.success(texts[changed.isActive ? 'enable' : 'disable'].succeeded, name)
  }

  async function changeRole(code: string) {
    const staffRole = staffRoles.find((one) => one === code)
    if (!staffRole) return
    onChange(await changeStaffRole(user.id, staffRole))
    toast.success(texts.staffRole.succeeded, name)
  }

  const { run } = useCommand({
    send: () => signUserOut(user.id),
    succeeded: [texts.signOut.succeeded, name],
    failed: texts.signOut.failed,
  })

  return (
    <>
      <Menu
        label={texts.menu(name)}
        items={[
          {
            label: texts.signOut.label,
            icon: LogOut,
            disabled: isSelf || !user.isActive,
            onSelect: () => setAsking('sign-out'),
          },
          ...(user.role === 'admin'
            ? [
                {
                  label: texts.staffRole.label,
                  icon: ShieldCheck,
                  disabled: isSelf,
                  onSelect: () => setAsking('role'),
                },
              ]
            : []),
          user.isActive
            ? {
                label: texts.disable.label,
                icon: Ban,
                disabled: isSelf,
                onSelect: () => setAsking('standing'),
              }
            : { label: texts.enable.label, icon: CircleCheck, onSelect: () => setAsking('standing') },
        ]}
      />
      {asking === 'standing' && (
        <ReasonDialog
          {...texts[user.isActive ? 'disable' : 'enable'].dialog(name)}
          onSubmit={change}
          onClose={close}
        />
      )}
      {asking === 'role' && (
        <ReasonDialog
          {...texts.staffRole.dialog(name)}
          choices={staffRoleOptions}
          initial={user.staffRole ?? ''}
          onSubmit={changeRole}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={asking === 'sign-out'}
        onOpenChange={close}
        {...texts.signOut.question(name)}
        onConfirm={run}
      />
    </>
  )
}

const roleOptions = [
  { value: 'customer', label: texts.groups.customer },
  { value: 'lab-partner', label: texts.groups['lab-partner'] },
  { value: 'admin', label: texts.groups.admin },
]

const noFilter = { q: '', role: '' }

export function UsersPage() {
  const [{ q, role }, show] = useAddressState(noFilter)
  const query = q.trim()
  const list = useUsers(role, query)
  const showChanged = (changed: UserView) =>
    void list.mutate((rows) => rows?.map((row) => (row.id === changed.id ? changed : row)), {
      revalidate: false,
    })
  return (
    <>
      <PageHeading {...texts.heading}>
        <SmallLink to={paths.adminAudit}>{texts.audit}</SmallLink>
      </PageHeading>
      <Counts />
      <search className="mt-6 mb-4 grid grid-cols-1 gap-3 sm:grid-cols-[1fr_12rem]">
        <TypedSearchInput
          aria-label={texts.search}
          placeholder={texts.searchExample}
          maxLength={100}
          value={q}
          onText={(text) => show({ q: text }, 'replace')}
        />
        <Select
          label={texts.role}
          value={role}
          onChange={(next) => show({ role: next })}
          options={roleOptions}
          emptyLabel={texts.allRoles}
        />
      </search>
      <PagedList
        key={`${role} ${query}`}
        label={texts.heading.title}
        list={list}
        estimate={84}
        gap={8}
        skeletons={{ count: 6, itemClassName: 'h-20' }}
        empty={
          <EmptyState
            icon={UsersIcon}
            title={texts.none}
            clearLabel={texts.clear}
            onClear={() => show(noFilter)}
            text={texts.noneText}
          />
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
        { name: texts.counts.total, value: countText(total), icon: UsersIcon },
        { name: texts.counts.customer, value: countText(counts?.customer), icon: UserRound },
        { name: texts.counts['lab-partner'], value: countText(counts?.['lab-partner']), icon: TestTubes },
        { name: texts.counts.admin, value: countText(counts?.admin), icon: ShieldCheck },
      ]}
    />
  )
}
