import type { PackageView } from '@jaanch/catalogue/packages/api'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { createPackage } from '@/testing/fixtures'
import { shown, TestWizard } from '../testing'
import { chosenPackageIds } from '../visit'
import { AddTests } from './add-tests'

const cbc = createPackage({ id: 'cbc', name: 'CBC', price: 299, parameterCodes: ['HGB', 'WBC'] })
const tsh = createPackage({ id: 'tsh', name: 'TSH', price: 249, parameterCodes: ['TSH'] })
const lipid = createPackage({
  id: 'lipid',
  name: 'Lipid Profile',
  price: 499,
  parameterCodes: ['CHOL', 'HDL'],
})
const checkup = createPackage({
  id: 'full',
  name: 'Full Body Checkup',
  price: 1499,
  parameterCodes: ['HGB', 'WBC', 'TSH'],
})
const catalogue = [cbc, tsh, lipid, checkup]

vi.mock('@/features/catalogue/packages-calls', () => ({
  useSearch: () => ({ rows: catalogue, loading: false }),
  loadPackage: async (id: string) => catalogue.find((each) => each.id === id) ?? null,
}))
vi.mock('./overlap-notes', () => ({ OverlapNotes: () => null }))
vi.mock('@/lib/timing', () => ({ useDebounced: (text: string) => text }))

function Step({ first }: { first: PackageView }) {
  return (
    <MemoryRouter>
      <TestWizard tests={[first, ...catalogue]}>
        <AddTests />
      </TestWizard>
    </MemoryRouter>
  )
}

async function add(name: string) {
  if (!screen.queryByRole('searchbox')) {
    await userEvent.click(screen.getByRole('button', { name: 'Add another test' }))
  }
  await userEvent.type(await screen.findByRole('searchbox'), 'x')
  await userEvent.click(screen.getByRole('button', { name: new RegExp(`^Add ${name}`) }))
}

test('tests are searched in a sheet over the page, listed with their prices and total, and removed', async () => {
  render(<Step first={cbc} />)
  await add('Lipid Profile')
  await add('TSH')
  expect(chosenPackageIds(shown.draft)).toEqual(['cbc', 'lipid', 'tsh'])
  expect(screen.getByRole('region', { name: 'Your tests' }).textContent).toContain('Total₹1,047')
  expect(screen.queryByRole('button', { name: 'Remove CBC' })).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Remove Lipid Profile' }))
  expect(chosenPackageIds(shown.draft)).toEqual(['cbc', 'tsh'])
  expect(document.activeElement?.textContent).toBe('Add another test')
})

test('a test that is part of a chosen one is named and not added', async () => {
  render(<Step first={checkup} />)
  await add('CBC')
  expect(screen.getByText('CBC is already part of Full Body Checkup.')).toBeTruthy()
  expect(chosenPackageIds(shown.draft)).toEqual(['full'])
})

test('added tests that are part of a new one are taken out and named', async () => {
  render(<Step first={lipid} />)
  await add('CBC')
  await add('Full Body Checkup')
  expect(screen.getByText('CBC: already part of Full Body Checkup, so taken out.')).toBeTruthy()
  expect(chosenPackageIds(shown.draft)).toEqual(['lipid', 'full'])
})

test('a package that contains the first test is offered in its place', async () => {
  render(<Step first={cbc} />)
  await add('Full Body Checkup')
  expect(chosenPackageIds(shown.draft)).toEqual(['cbc'])
  expect(screen.getByRole('link', { name: 'Book it instead' }).getAttribute('href')).toBe('/book/full')
})

test('Enter in the search does not go on to the next step', async () => {
  const onSubmit = vi.fn((event: SubmitEvent) => event.preventDefault())
  const { container } = render(
    <form>
      <Step first={cbc} />
      <button type="submit">Next</button>
    </form>,
  )
  container.querySelector('form')?.addEventListener('submit', onSubmit)
  await userEvent.click(screen.getByRole('button', { name: 'Add another test' }))
  await userEvent.type(await screen.findByRole('searchbox'), 'x{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
})
