import type { City } from '@jaanch/contracts/vocabulary'

/** A city of demo customers: its areas with PIN codes, and the e-mail address of the demo lab that serves it. */
type DemoCity = { state: string; areas: [area: string, pincode: string][]; lab: string }

/** The state, the number of the demo's lab, and the areas with their PIN codes. */
const rows: Record<City, [state: string, lab: number, ...areas: string[]]> = {
  Ahmedabad: ['Gujarat', 1, 'Navrangpura 380009', 'Satellite 380015', 'Maninagar 380008', 'Bopal 380058'],
  Bangalore: [
    'Karnataka',
    3,
    'Indiranagar 560038',
    'Jayanagar 560041',
    'Koramangala 560034',
    'Whitefield 560066',
  ],
  Chennai: ['Tamil Nadu', 3, 'Adyar 600020', 'T. Nagar 600017', 'Anna Nagar 600040', 'Velachery 600042'],
  Delhi: ['Delhi', 4, 'Karol Bagh 110005', 'Lajpat Nagar 110024', 'Dwarka 110075', 'Rohini 110085'],
  Hyderabad: [
    'Telangana',
    3,
    'Banjara Hills 500034',
    'Madhapur 500081',
    'Kukatpally 500072',
    'Begumpet 500016',
  ],
  Kolkata: ['West Bengal', 4, 'Salt Lake 700064', 'Ballygunge 700019', 'Behala 700034', 'Park Street 700016'],
  Mumbai: [
    'Maharashtra',
    2,
    'Andheri West 400058',
    'Bandra West 400050',
    'Dadar West 400028',
    'Powai 400076',
  ],
  Pune: ['Maharashtra', 2, 'Kothrud 411038', 'Aundh 411007', 'Viman Nagar 411014', 'Hadapsar 411028'],
  Surat: ['Gujarat', 2, 'Adajan 395009', 'Vesu 395007', 'Varachha 395006', 'Nanpura 395001'],
  Jaipur: [
    'Rajasthan',
    4,
    'Malviya Nagar 302017',
    'Vaishali Nagar 302021',
    'Mansarovar 302020',
    'C-Scheme 302001',
  ],
}

export const demoCities = Object.fromEntries(
  Object.entries(rows).map(([city, [state, lab, ...areas]]): [string, DemoCity] => [
    city,
    {
      state,
      areas: areas.map((area) => area.split(/ (?=\d{6}$)/) as [string, string]),
      lab: `lab${lab}@jaanch.example`,
    },
  ]),
) as Record<City, DemoCity>

export const buildings = [
  'Shanti Residency',
  'Lotus Heights',
  'Sai Apartments',
  'Green Park Society',
  'Ashoka Enclave',
  'Silver Oaks',
  'Sunrise Towers',
  'Ganga Kunj',
  'Rose Villa',
]

export const landmarks = [
  null,
  null,
  'Near the post office',
  'Opposite the bus stand',
  'Behind the public library',
  'Next to the petrol pump',
  'Near the metro station',
]
