import { ChartColumn, FileUp, Route, Ruler, TestTubes, Users, Wallet } from 'lucide-react'
import { CriticalLink } from '@/features/report/critical-banner/critical-link'
import { paths } from '@/lib/paths'
import { useMayInLab } from '@/lib/session/staff'
import { ButtonLink } from '@/ui/button'
import { dashboard as texts } from './texts'

/** To the pages about the tubes of a lab, and about who works with them, as far as the role may open them. */
export function CustodyLinks() {
  const seesTubes = useMayInLab('front-desk', 'technician')
  const seesQuality = useMayInLab('front-desk', 'technician', 'pathologist')
  const importsResults = useMayInLab('technician', 'pathologist')
  const countsCash = useMayInLab('front-desk')
  const seesIntervals = useMayInLab('technician', 'pathologist')
  const isOwner = useMayInLab()
  const callsCustomers = useMayInLab('technician', 'pathologist')
  const links = [
    { to: paths.labRound, label: texts.round, icon: Route, isShown: isOwner },
    { to: paths.labTubes, label: texts.tubes, icon: TestTubes, isShown: seesTubes },
    { to: paths.labQuality, label: texts.quality, icon: ChartColumn, isShown: seesQuality },
    { to: paths.labImport, label: texts.importResults, icon: FileUp, isShown: importsResults },
    { to: paths.labCash, label: texts.cash, icon: Wallet, isShown: countsCash },
    { to: paths.labIntervals, label: texts.intervals, icon: Ruler, isShown: seesIntervals },
    { to: paths.labStaff, label: texts.people, icon: Users, isShown: isOwner },
  ]
  return (
    <div className="flex flex-wrap gap-2">
      {callsCustomers && <CriticalLink />}
      {links.map(
        ({ to, label, icon: Icon, isShown }) =>
          isShown && (
            <ButtonLink icon={Icon} key={to} to={to} variant="outline">
              {label}
            </ButtonLink>
          ),
      )}
    </div>
  )
}
