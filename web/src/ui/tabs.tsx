import { Tabs as Primitive } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '@/lib/class-names'

export type Tab<Name extends string> = { name: Name; label: string; count?: number | string | undefined }

type TabsProps<Name extends string> = {
  label: string
  tabs: readonly Tab<Name>[]
  value: Name
  onChange: (name: Name) => void
  /** Tabs share the whole width */
  wide?: boolean
  /** What stands beside the tabs, or below them on a phone */
  aside?: ReactNode
  /** The panel of the chosen tab */
  children: ReactNode
}

export function Tabs<Name extends string>({
  label,
  tabs,
  value,
  onChange,
  wide = false,
  aside,
  children,
}: TabsProps<Name>) {
  const strip = useRef<HTMLDivElement>(null)

  // On a phone the tabs scroll sideways: the chosen one is brought into sight, and the page stays where it is
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`)
    if (!strip.current || !chosen) return
    strip.current.scrollLeft = chosen.offsetLeft - (strip.current.clientWidth - chosen.offsetWidth) / 2
  }, [value])

  return (
    <Primitive.Root value={value} onValueChange={(next) => onChange(next as Name)}>
      <div className="flex flex-col gap-3 lg:flex-row lg:items-center lg:justify-between">
        <div
          ref={strip}
          className={cn(
            'relative -mx-4 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0',
            wide && 'grow',
          )}
        >
          <Primitive.List
            aria-label={label}
            className={cn(
              'flex w-max min-w-full gap-1 rounded-xl bg-sunken p-1',
              !wide && 'sm:w-fit sm:min-w-0',
            )}
          >
            {tabs.map((tab) => (
              <Primitive.Trigger key={tab.name} value={tab.name} data-tab={tab.name} className={triggerLook}>
                {tab.label}
                {tab.count !== undefined && (
                  <span className="rounded-md bg-line/70 px-1.5 text-xs tabular-nums group-data-[state=active]:bg-brand-soft group-data-[state=active]:text-brand-ink">
                    {tab.count}
                  </span>
                )}
              </Primitive.Trigger>
            ))}
          </Primitive.List>
        </div>
        {aside}
      </div>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.name} value={tab.name} className="mt-5 rounded-xl">
          {tab.name === value && children}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}

const triggerLook = cn(
  'group inline-flex min-h-11 grow items-center justify-center gap-2 whitespace-nowrap rounded-lg px-3 font-semibold text-ink-soft text-sm transition-colors',
  'hover:text-ink data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:shadow-card sm:min-h-9 sm:px-4',
)
