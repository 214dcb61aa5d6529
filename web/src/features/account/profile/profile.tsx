import type { AddressView, FamilyMemberView } from '@jaanch/account/people/api'
import {
  BriefcaseBusiness,
  ChartLine,
  House,
  type LucideIcon,
  MapPin,
  MapPinPlus,
  Pencil,
  Trash2,
  UserPlus,
} from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useCommand } from '@/components/use-command'
import { removeAddress, removeFamilyMember, useAddresses, useFamily } from '@/features/account/people-calls'
import { SecurityPanel } from '@/features/account/security/security-panel'
import { phoneText } from '@/lib/format/phone'
import { ageText, capitalised, initials } from '@/lib/format/text'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { PageHeading } from '@/ui/page-heading'
import { Panel } from '@/ui/panel'
import { SkeletonBlocks } from '@/ui/skeleton'
import { SupportContact } from '@/ui/support-contact'
import { DetailsSection, PreferencesSection, PrivacySection } from './sections'
import { texts } from './texts'

// Below the fold of the page, and not needed to change anything on it
const AccessSection = lazyPart(async () => (await import('./access-section')).AccessSection)

export function Profile() {
  return (
    <>
      <PageHeading {...texts.page}>
        <ButtonLink icon={ChartLine} to={paths.health} variant="outline" size="sm">
          {texts.trendsLink}
        </ButtonLink>
      </PageHeading>
      <SupportContact lead={texts.supportLead} className="-mt-3 mb-4 text-ink-soft" />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          <DetailsSection />
          <FamilySection />
          <PrivacySection />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <AddressSection />
          <PreferencesSection />
          <SecurityPanel />
          <Suspense>
            <AccessSection />
          </Suspense>
        </div>
      </div>
    </>
  )
}

const AddressDialog = lazyDialog(
  async () => (await import('@/features/account/address/address-dialog')).AddressDialog,
)

const icons = { Home: House, Office: BriefcaseBusiness, Other: MapPin }

function AddressSection() {
  const list = useAddresses()
  const { run } = useCommand({
    ...texts.removeAddress.command,
    send: ({ id }: AddressView) => removeAddress(id),
  })

  return (
    <EditableList
      {...texts.address.list}
      addIcon={MapPinPlus}
      list={list}
      present={(address) => ({
        icon: icons[address.label],
        title: address.label,
        details: <AddressDetails address={address} />,
        name: `${address.label}, ${address.addressLine1}`,
      })}
      removal={({ addressLine1 }) => texts.removeAddress.question(addressLine1)}
      onRemove={run}
    >
      {(address, onClose) => <AddressDialog address={address} onClose={onClose} />}
    </EditableList>
  )
}

function AddressDetails({ address }: { address: AddressView }) {
  const { addressLine1, addressLine2, landmark, city, state, pincode, phone } = address
  return (
    <>
      <p>{[addressLine1, addressLine2, landmark].filter(Boolean).join(', ')}</p>
      <p className="tabular-nums">
        {city}, {state} {pincode}
        <span className="block whitespace-nowrap">{phoneText(phone)}</span>
      </p>
    </>
  )
}

const FamilyMemberDialog = lazyDialog(async () => (await import('./family-member-dialog')).FamilyMemberDialog)

function FamilySection() {
  const list = useFamily()
  const { run } = useCommand({
    ...texts.removeMember.command,
    send: ({ id }: FamilyMemberView) => removeFamilyMember(id),
  })

  return (
    <EditableList
      {...texts.member.list}
      addIcon={UserPlus}
      list={list}
      present={(member) => ({
        icon: initials(member.name),
        title: member.name,
        details: memberDetails(member),
        name: member.name,
      })}
      removal={({ name }) => texts.removeMember.question(name)}
      onRemove={run}
    >
      {(member, onClose) => <FamilyMemberDialog member={member} onClose={onClose} />}
    </EditableList>
  )
}

function memberDetails({ relationship, age, gender, phone }: FamilyMemberView): string {
  const years = age !== null && ageText(age)
  return [capitalised(relationship), years, gender && capitalised(gender), phone && phoneText(phone)]
    .filter(Boolean)
    .join(' · ')
}

type EditableListProps<Row> = {
  title: string
  noun: string
  addIcon: LucideIcon
  emptyText: string
  list: { rows: readonly Row[]; loading: boolean }
  present: (row: Row) => EntryTexts
  /** The question before an entry is removed */
  removal: (row: Row) => { title: string; description: string }
  onRemove: (row: Row) => Promise<void>
  /** The dialog for a new entry, or for the given one */
  children: (row: Row | undefined, onClose: () => void) => ReactNode
}

type EntryTexts = {
  icon: LucideIcon | string
  title: string
  details: ReactNode
  /** Completes the accessible names of the buttons: 'Edit …' */
  name: string
}

function EditableList<Row extends { id: string }>({
  title,
  noun,
  addIcon: AddIcon,
  emptyText,
  list,
  present,
  removal,
  onRemove,
  children,
}: EditableListProps<Row>) {
  const [editing, setEditing] = useState<Row | 'new'>()
  const [removing, setRemoving] = useState<Row>()
  return (
    <Panel
      size="lg"
      title={title}
      action={
        <Button icon={AddIcon} variant="soft" size="sm" onClick={() => setEditing('new')}>
          <Named of={noun}>{texts.list.add}</Named>
        </Button>
      }
    >
      {list.loading && (
        <SkeletonBlocks label={texts.list.loading} className="grid gap-6 p-5" blocks={['h-11', 'h-11']} />
      )}
      {!list.loading && list.rows.length === 0 && (
        <p className="px-5 py-8 text-center text-ink-soft">{emptyText}</p>
      )}
      {list.rows.length > 0 && (
        <ul className="divide-y">
          {list.rows.map((row) => (
            <Entry
              key={row.id}
              {...present(row)}
              onEdit={() => setEditing(row)}
              onRemove={() => setRemoving(row)}
            />
          ))}
        </ul>
      )}
      {editing && children(editing === 'new' ? undefined : editing, () => setEditing(undefined))}
      {removing && (
        <OpenConfirmDialog
          {...removal(removing)}
          confirmLabel={texts.list.remove}
          cancelLabel={texts.list.cancel}
          onConfirm={() => onRemove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Panel>
  )
}

type EntryProps = EntryTexts & { onEdit: () => void; onRemove: () => void }

/** On phones the details use the full width, below the buttons too. */
function Entry({ icon: Icon, title, details, name, onEdit, onRemove }: EntryProps) {
  return (
    <li className="grid animate-rise grid-cols-[auto_1fr_auto] items-center gap-x-3 py-3 pr-3 pl-5">
      <span
        className="grid size-10 place-items-center self-start rounded-full bg-brand-soft font-semibold text-brand-ink text-xs sm:row-span-2"
        aria-hidden
      >
        {typeof Icon === 'string' ? Icon : <Icon className="size-5" />}
      </span>
      <p className="min-w-0 font-semibold">{title}</p>
      <div className="flex sm:row-span-2">
        <Button
          icon={Pencil}
          variant="ghost"
          size="icon"
          aria-label={`${texts.list.edit} ${name}`}
          onClick={onEdit}
        />
        <Button
          icon={Trash2}
          variant="ghost"
          size="icon"
          aria-label={`${texts.list.remove} ${name}`}
          onClick={onRemove}
        />
      </div>
      <div className="col-span-2 col-start-2 min-w-0 pr-2 text-ink-soft text-xs sm:col-span-1">{details}</div>
    </li>
  )
}
