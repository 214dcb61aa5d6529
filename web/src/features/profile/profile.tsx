import type { AddressView, FamilyMemberView } from '@jaanch/contracts/http/people'
import { BriefcaseBusiness, ChartLine, House, MapPin, MapPinPlus, UserPlus } from 'lucide-react'
import { Suspense } from 'react'
import { SecurityPanel } from '@/components/account/security-panel'
import { useCommand } from '@/components/use-command'
import { phoneText } from '@/lib/format/phone'
import { ageText, capitalised, initials } from '@/lib/format/text'
import { paths } from '@/lib/paths'
import { removeAddress, removeFamilyMember, useAddresses, useFamily } from '@/lib/resources/people'
import { ButtonLink } from '@/ui/button'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { SupportContact } from '@/ui/support-contact'
import { DetailsSection } from './details-section'
import { EditableList } from './editable-list'
import { PreferencesSection } from './preferences-section'
import { PrivacySection } from './privacy-section'
import {
  address as addressTexts,
  removeMember as memberRemoval,
  member as memberTexts,
  removeAddress as removal,
  supportLead,
  page as texts,
  trendsLink,
} from './texts'

// Below the fold of the page, and not needed to change anything on it
const AccessSection = lazyPart(async () => (await import('./access-section')).AccessSection)

export function Profile() {
  return (
    <>
      <PageHeading {...texts}>
        <ButtonLink to={paths.health} variant="outline" size="sm">
          <ChartLine aria-hidden />
          {trendsLink}
        </ButtonLink>
      </PageHeading>
      <SupportContact lead={supportLead} className="-mt-3 mb-4 text-ink-soft" />
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
  async () => (await import('@/components/address/address-dialog')).AddressDialog,
)

const icons = { Home: House, Office: BriefcaseBusiness, Other: MapPin }

function AddressSection() {
  const list = useAddresses()
  const { run } = useCommand({ ...removal.command, send: ({ id }: AddressView) => removeAddress(id) })

  return (
    <EditableList
      {...addressTexts.list}
      addIcon={MapPinPlus}
      list={list}
      present={(address) => ({
        icon: icons[address.label],
        title: address.label,
        details: <AddressDetails address={address} />,
        name: `${address.label}, ${address.addressLine1}`,
      })}
      removal={({ addressLine1 }) => removal.question(addressLine1)}
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
    ...memberRemoval.command,
    send: ({ id }: FamilyMemberView) => removeFamilyMember(id),
  })

  return (
    <EditableList
      {...memberTexts.list}
      addIcon={UserPlus}
      list={list}
      present={(member) => ({
        icon: initials(member.name),
        title: member.name,
        details: memberDetails(member),
        name: member.name,
      })}
      removal={({ name }) => memberRemoval.question(name)}
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
