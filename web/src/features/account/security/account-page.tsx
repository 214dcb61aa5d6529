import type { SecondFactorView } from '@jaanch/account/second-factors/api'
import { Fingerprint, MailWarning, Plus, Smartphone, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { VerifyContact } from '@/features/account/contact/verify-contact'
import { instantText } from '@/lib/format/dates'
import { paths } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { IconSpot } from '@/ui/icon-spot'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { PageHeading } from '@/ui/page-heading'
import { Panel } from '@/ui/panel'
import { SkeletonBlocks } from '@/ui/skeleton'
import { useSecondFactors, useSessions } from './calls'
import type { FactorChange } from './factor-dialog'
import { SecurityPanel } from './security-panel'

const texts = {
  heading: { title: 'Account', description: 'How you sign in, and where.' },
  loading: 'Loading',
  bounced: (email: string) => `Our emails to ${email} bounce. Verify this address again.`,
  title: 'Two-step sign-in',
  unavailable: "This can't be shown at the moment.",
  add: 'Add',
  aSecondStep: 'a second step',
  kinds: { totp: 'Authenticator app', passkey: 'Passkey' },
  none: 'With an authenticator app or a passkey, a stolen password is not enough to sign in as you.',
  codesLeft: (count: number) => `${count} of 10 recovery codes left, for when you lose your device.`,
  newCodes: 'New recovery codes',
  added: (time: string, device: string) => `Added ${time}, on ${device}`,
  used: (time: string) => `Last used ${time}`,
  notUsed: 'Not used yet',
  remove: (name: string) => `Remove ${name}`,
}

/** Behind the avatar of labs and admins; customers have their sessions and password in the profile. */
export function AccountPage() {
  const { role } = useUser()
  return role === 'customer' ? <Navigate to={paths.profile} replace /> : <StaffAccount />
}

function StaffAccount() {
  const { loading: loadingSessions } = useSessions()
  const { loading: loadingFactors } = useSecondFactors()
  return (
    <>
      <PageHeading {...texts.heading} />
      <BouncedEmail />
      {loadingSessions || loadingFactors ? (
        // both at once: a list that becomes longer would move the one below it
        <SkeletonBlocks
          label={texts.loading}
          className="grid grid-cols-1 gap-5 lg:grid-cols-2"
          blocks={['h-72', 'h-72']}
        />
      ) : (
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          <SecurityPanel />
          <TwoStepPanel />
        </div>
      )}
    </>
  )
}

function BouncedEmail() {
  const { email, hasEmailBounced } = useUser()
  if (!hasEmailBounced) return null
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl bg-error-soft p-4 text-error">
      <MailWarning className="size-5 shrink-0" aria-hidden />
      <p className="min-w-0 grow basis-44 [overflow-wrap:anywhere]">{texts.bounced(email)}</p>
      <VerifyContact channel="email" address={email} variant="outline" className="max-sm:w-full" />
    </div>
  )
}

const FactorDialog = lazyDialog(async () => (await import('./factor-dialog')).FactorDialog)

const kinds = {
  totp: { name: texts.kinds.totp, icon: Smartphone },
  passkey: { name: texts.kinds.passkey, icon: Fingerprint },
}

function TwoStepPanel() {
  const { data } = useSecondFactors()
  const [change, setChange] = useState<FactorChange>()
  return (
    <Panel
      size="lg"
      title={texts.title}
      action={
        <Button
          icon={Plus}
          variant="soft"
          size="sm"
          disabled={!data}
          onClick={() => setChange({ kind: 'add' })}
        >
          <Named of={texts.aSecondStep}>{texts.add}</Named>
        </Button>
      }
    >
      {!data && <p className="px-5 py-8 text-center text-ink-soft">{texts.unavailable}</p>}
      {data?.factors.length === 0 && <p className="px-5 py-8 text-center text-ink-soft">{texts.none}</p>}
      {data && data.factors.length > 0 && (
        <>
          <ul className="divide-y">
            {data.factors.map((factor) => (
              <FactorEntry
                key={factor.id}
                factor={factor}
                onRemove={() => setChange({ kind: 'remove', factor })}
              />
            ))}
          </ul>
          <div className="flex flex-wrap items-center justify-between gap-3 border-t p-5">
            <p className="min-w-0 grow basis-52 text-ink-soft text-xs">
              {texts.codesLeft(data.recoveryCodesLeft)}
            </p>
            <Button
              variant="outline"
              size="sm"
              className="max-sm:w-full"
              onClick={() => setChange({ kind: 'renew' })}
            >
              {texts.newCodes}
            </Button>
          </div>
        </>
      )}
      {change && <FactorDialog change={change} onClose={() => setChange(undefined)} />}
    </Panel>
  )
}

function FactorEntry({ factor, onRemove }: { factor: SecondFactorView; onRemove: () => void }) {
  const { name, icon: Icon } = kinds[factor.kind]
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 py-3 pr-3 pl-5">
      <IconSpot icon={Icon} className="size-10 rounded-full bg-brand-soft text-brand-ink [&_svg]:size-5" />
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-ink-soft text-xs tabular-nums">
          {texts.added(instantText(factor.createdAt), factor.device)}
        </p>
        <p className="text-ink-soft text-xs tabular-nums">
          {factor.lastUsedAt ? texts.used(instantText(factor.lastUsedAt)) : texts.notUsed}
        </p>
      </div>
      <Button icon={Trash2} variant="ghost" size="icon" aria-label={texts.remove(name)} onClick={onRemove} />
    </li>
  )
}
