import type { SecondFactorView } from '@jaanch/contracts/http/second-factors'
import { Fingerprint, Plus, Smartphone, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { instantText } from '@/lib/format/dates'
import { useSecondFactors } from '@/lib/resources/second-factors'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { Panel } from '@/ui/panel'
import type { FactorChange } from './factor-dialog'
import { security, twoSteps as texts } from './texts'

const FactorDialog = lazyDialog(async () => (await import('./factor-dialog')).FactorDialog)

const kinds = {
  totp: { name: texts.kinds.totp, icon: Smartphone },
  passkey: { name: texts.kinds.passkey, icon: Fingerprint },
}

/** What labs and admins prove besides their password. To be shown when it is loaded. */
export function TwoStepPanel() {
  const { data } = useSecondFactors()
  const [change, setChange] = useState<FactorChange>()
  return (
    <Panel
      size="lg"
      title={texts.title}
      action={
        <Button variant="soft" size="sm" disabled={!data} onClick={() => setChange({ kind: 'add' })}>
          <Plus aria-hidden />
          <Named of={texts.aSecondStep}>{texts.add}</Named>
        </Button>
      }
    >
      {!data && <p className="px-5 py-8 text-center text-ink-soft">{security.unavailable}</p>}
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
      <span className="grid size-10 place-items-center rounded-full bg-brand-soft text-brand-ink" aria-hidden>
        <Icon className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-ink-soft text-xs tabular-nums">
          {texts.added(instantText(factor.createdAt), factor.device)}
        </p>
        <p className="text-ink-soft text-xs tabular-nums">
          {factor.lastUsedAt ? texts.used(instantText(factor.lastUsedAt)) : texts.notUsed}
        </p>
      </div>
      <Button variant="ghost" size="icon" aria-label={texts.remove(name)} onClick={onRemove}>
        <Trash2 aria-hidden />
      </Button>
    </li>
  )
}
