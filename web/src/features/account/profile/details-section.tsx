import type { Channel } from '@jaanch/messages/channels'
import { BadgeCheck, MessageSquareText, Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { contactNames, proof as proofTexts } from '@/features/account/contact/texts'
import { dateText } from '@/lib/format/dates'
import { phoneText } from '@/lib/format/phone'
import { capitalised } from '@/lib/format/text'
import { useUser } from '@/lib/session/session-context'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { DescriptionList } from '@/ui/description-list'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { Panel } from '@/ui/panel'
import { details as texts } from './texts'

const DetailsDialog = lazyDialog(async () => (await import('./details-dialog')).DetailsDialog)

export function DetailsSection() {
  const {
    name,
    email,
    phone,
    dateOfBirth,
    gender,
    createdAt,
    isEmailProven,
    isPhoneProven,
    hasEmailBounced,
  } = useUser()
  const [editing, setEditing] = useState(false)
  const facts = [
    [texts.shortName, name],
    [
      texts.email,
      <Contact key="email" text={email}>
        <ContactProof channel="email" address={email} isProven={isEmailProven} />
        {hasEmailBounced && <p className="w-full font-normal text-error text-sm">{texts.bounced}</p>}
      </Contact>,
    ],
    [
      texts.phone,
      phone ? (
        <Contact key={phone} text={phoneText(phone)}>
          <ContactProof channel="sms" address={phone} isProven={isPhoneProven} />
        </Contact>
      ) : (
        texts.notGiven
      ),
    ],
    [texts.dateOfBirth, dateOfBirth ? dateText(dateOfBirth) : texts.notGiven],
    [texts.gender, gender ? capitalised(gender) : texts.notGiven],
    [texts.since, dateText(createdAt)],
  ] as const
  return (
    <Panel
      size="lg"
      title={texts.title}
      action={
        <Button icon={Pencil} variant="soft" size="sm" onClick={() => setEditing(true)}>
          <Named of={texts.editSuffix}>{texts.edit}</Named>
        </Button>
      }
    >
      <DescriptionList
        items={facts}
        className="grid-cols-1 gap-4 p-5 sm:grid-cols-2"
        detailsClassName="break-words font-medium"
      />
      {!phone && (
        <div className="mx-5 mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl bg-accent-soft p-4 text-accent-ink">
          <MessageSquareText className="size-5 shrink-0" aria-hidden />
          <p className="min-w-0 grow basis-44">
            <strong className="font-semibold">{texts.phoneMissing[0]}</strong> {texts.phoneMissing[1]}
          </p>
          <Button variant="accent" size="sm" className="max-sm:w-full" onClick={() => setEditing(true)}>
            {texts.addPhone}
          </Button>
        </div>
      )}
      {editing && <DetailsDialog onClose={() => setEditing(false)} />}
    </Panel>
  )
}

function Contact({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="min-w-0 break-words">{text}</span>
      {children}
    </span>
  )
}

const ContactCodeDialog = lazyDialog(
  async () => (await import('@/features/account/contact/contact-code-dialog')).ContactCodeDialog,
)

type ContactProofProps = { channel: Channel; address: string; isProven: boolean }

function ContactProof({ channel, address, isProven }: ContactProofProps) {
  const [isOpen, setOpen] = useState(false)
  if (isProven) {
    return (
      <Badge variant="success" icon={BadgeCheck}>
        {proofTexts.verified}
      </Badge>
    )
  }
  return (
    <>
      <Button variant="soft" size="sm" onClick={() => setOpen(true)}>
        <Named of={`your ${contactNames[channel]}`}>{proofTexts.verify}</Named>
      </Button>
      {isOpen && <ContactCodeDialog channel={channel} address={address} onClose={() => setOpen(false)} />}
    </>
  )
}
