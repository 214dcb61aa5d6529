import { BadgeCheck, Download, MessageSquareText, Pencil, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { mutate } from 'swr'
import { useCommand } from '@/components/use-command'
import { VerifyContact } from '@/features/account/contact/verify-contact'
import { SharesLink } from '@/features/shares/share-link/share-link'
import { useResource } from '@/lib/cache/use-resource'
import { cn } from '@/lib/class-names'
import { dateText } from '@/lib/format/dates'
import { phoneText } from '@/lib/format/phone'
import { capitalised } from '@/lib/format/text'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { paths } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { setTheme, type Theme, useTheme } from '@/lib/theme'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { DescriptionList } from '@/ui/description-list'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { Panel } from '@/ui/panel'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { Switch } from '@/ui/switch'
import type { DataRequest } from './data-dialog'
import { texts } from './texts'

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
    [texts.details.shortName, name],
    [
      texts.details.email,
      <Contact key="email" text={email}>
        <ContactProof channel="email" address={email} isProven={isEmailProven} />
        {hasEmailBounced && <p className="w-full font-normal text-error text-sm">{texts.details.bounced}</p>}
      </Contact>,
    ],
    [
      texts.details.phone,
      phone ? (
        <Contact key={phone} text={phoneText(phone)}>
          <ContactProof channel="sms" address={phone} isProven={isPhoneProven} />
        </Contact>
      ) : (
        texts.details.notGiven
      ),
    ],
    [texts.details.dateOfBirth, dateOfBirth ? dateText(dateOfBirth) : texts.details.notGiven],
    [texts.details.gender, gender ? capitalised(gender) : texts.details.notGiven],
    [texts.details.since, dateText(createdAt)],
  ] as const
  return (
    <Panel
      size="lg"
      title={texts.details.title}
      action={
        <Button icon={Pencil} variant="soft" size="sm" onClick={() => setEditing(true)}>
          <Named of={texts.details.editSuffix}>{texts.details.edit}</Named>
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
            <strong className="font-semibold">{texts.details.phoneMissing[0]}</strong>{' '}
            {texts.details.phoneMissing[1]}
          </p>
          <Button variant="accent" size="sm" className="max-sm:w-full" onClick={() => setEditing(true)}>
            {texts.details.addPhone}
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

type ContactProofProps = ComponentProps<typeof VerifyContact> & { isProven: boolean }

function ContactProof({ isProven, ...contact }: ContactProofProps) {
  if (!isProven) return <VerifyContact {...contact} variant="soft" />
  return (
    <Badge variant="success" icon={BadgeCheck}>
      {texts.verified}
    </Badge>
  )
}

const themes = [
  { value: 'light', label: texts.preferences.themes.light },
  { value: 'dark', label: texts.preferences.themes.dark },
]

export function PreferencesSection() {
  const theme = useTheme()
  return (
    <Panel size="lg" title={texts.preferences.title}>
      <div className="grid grid-cols-1 gap-6 p-5">
        <div>
          <h3 className="mb-1 font-semibold text-sm">{texts.preferences.messages}</h3>
          <MessageSettings />
        </div>
        <div>
          <h3 className="mb-3 font-semibold text-sm">{texts.preferences.appearance}</h3>
          <RadioCards
            label={texts.preferences.appearance}
            compact
            options={themes}
            value={theme}
            onChange={(next) => setTheme(next as Theme)}
            className="grid-cols-2"
          />
        </div>
      </div>
    </Panel>
  )
}

function MessageSettings() {
  const { phone, email, isEmailProven, isPhoneProven } = useUser()
  const { data, loading } = useResource(preferences)
  const { run } = useCommand({ send: changePreferences, failed: texts.preferences.failed })
  if (loading) return <Skeleton className="my-2 h-28" />
  if (!data) return <Unavailable className="h-28" text={texts.preferences.unavailable} />

  return (
    <div className="grid min-h-32 grid-cols-1 content-center">
      <Switch
        label={texts.preferences.email}
        description={isEmailProven ? texts.preferences.to(email) : texts.preferences.emailUnproven}
        checked={data.email}
        onChange={(email) => void run({ email })}
      />
      <Switch
        label={texts.preferences.sms}
        description={smsText(phone, isPhoneProven)}
        checked={data.sms}
        onChange={(sms) => void run({ sms })}
      />
    </div>
  )
}

function Unavailable({ text, className }: { text: string; className: string }) {
  return (
    <p
      className={cn(
        'my-2 grid place-items-center rounded-xl bg-sunken px-4 text-center text-ink-soft',
        className,
      )}
    >
      {text}
    </p>
  )
}

function smsText(phone: string | null, isProven: boolean): string {
  if (!phone) return texts.preferences.noPhone
  return isProven ? texts.preferences.to(phoneText(phone)) : texts.preferences.smsUnproven
}

const preferences = '/api/notifications/preferences'

async function changePreferences(body: OptionsAt<'PUT', typeof preferences>['body']): Promise<void> {
  await mutate(preferences, await call('PUT', preferences, { body }), { revalidate: false })
}

// Below the fold, and few need it
const HealthExport = lazyPart(async () => (await import('./data-dialog')).HealthExport)

const DataDialog = lazyDialog(async () => (await import('./data-dialog')).DataDialog)

export function PrivacySection() {
  const [dialog, setDialog] = useState<DataRequest>()
  return (
    <Panel size="lg" title={texts.privacy.title}>
      <div className="grid grid-cols-1 gap-6 p-5">
        <div>
          <h3 className="mb-1 font-semibold text-sm">{texts.privacy.agreements}</h3>
          <p className="mb-3 text-ink-soft text-sm">
            {texts.privacy.process}{' '}
            <Link to={paths.privacy} className="font-semibold text-brand-ink underline underline-offset-4">
              {texts.privacy.notice}
            </Link>
            .
          </p>
          <Consents />
        </div>
        <div>
          <h3 className="mb-1 font-semibold text-sm">{texts.privacy.shared}</h3>
          <p className="mb-3 text-ink-soft text-sm">{texts.privacy.sharedText}</p>
          <SharesLink variant="soft" />
        </div>
        <div>
          <h3 className="mb-1 font-semibold text-sm">{texts.privacy.everything}</h3>
          <p className="mb-3 text-ink-soft text-sm">{texts.privacy.everythingText}</p>
          <div className="flex flex-wrap gap-3">
            <Button
              icon={Download}
              variant="soft"
              className="max-sm:w-full"
              onClick={() => setDialog('export')}
            >
              {texts.requests.export.submitLabel}
            </Button>
            <Button
              icon={Trash2}
              variant="outline"
              className="max-sm:w-full"
              onClick={() => setDialog('erase')}
            >
              {texts.requests.erase.submitLabel}
            </Button>
          </div>
        </div>
        <Suspense fallback={<Skeleton className="h-28" />}>
          <HealthExport />
        </Suspense>
      </div>
      {dialog && <DataDialog request={dialog} onClose={() => setDialog(undefined)} />}
    </Panel>
  )
}

function Consents() {
  const { data, loading } = useResource(consents)
  const { run } = useCommand({ send: answerConsent, failed: texts.privacy.failed })
  if (loading) return <Skeleton className="my-2 h-36" />
  if (!data) return <Unavailable className="h-36" text={texts.privacy.unavailable} />

  return (
    <div className="grid min-h-40 grid-cols-1 content-center">
      {data.map(({ purpose, text, version, isGiven }) => (
        <Switch
          key={purpose}
          label={texts.privacy.consents[purpose]}
          description={text}
          checked={isGiven}
          onChange={(isGiven) => void run({ purpose, version, isGiven })}
        />
      ))}
    </div>
  )
}

const consents = '/api/users/me/consents'

async function answerConsent(body: OptionsAt<'PUT', typeof consents>['body']): Promise<void> {
  await mutate(consents, await call('PUT', consents, { body }), { revalidate: false })
}
