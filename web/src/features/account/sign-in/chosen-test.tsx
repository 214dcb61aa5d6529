import { usePackage } from '@/features/catalogue/packages-calls'
import { texts } from './texts'

/** In place of the description: the test that a visitor wants to book. The description stays until its name is known. */
export function ChosenTest({ packageId, description }: { packageId: string; description: string }) {
  const { data } = usePackage(packageId)
  return data ? (
    <strong className="font-semibold text-ink">{texts.chosenTest.signIn(data.name)}</strong>
  ) : (
    description
  )
}
