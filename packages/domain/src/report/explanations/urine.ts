/** Urine. */
export const urine: Readonly<Record<string, string>> = {
  UCOL: 'The colour of urine depends on how concentrated it is, and on food and medicines. It is described as it is seen.',
  UAPP: 'The appearance says whether the urine is clear or cloudy. Cells, crystals and mucus can make it cloudy.',
  USG: 'Specific gravity compares the weight of urine with that of water. It shows how concentrated the urine is.',
  UPH: 'The pH says how acid the urine is. It changes with food and during the day.',
  UPRO: 'Healthy kidneys let only traces of protein into the urine. The test strip shows whether there is more.',
  UGLU: 'Usually there is no sugar in urine. It appears when the sugar in the blood is high, or when the kidneys return less of it to the blood.',
  UKET: 'Ketones are formed when the body burns fat in place of sugar. They appear in urine after fasting, and when insulin is lacking.',
  UBIL: 'Bilirubin comes from the breakdown of red cells and normally leaves the body with bile. In urine it appears when bile cannot leave the liver freely.',
  UBLD: 'The test strip reacts to red cells and to their pigment in urine. The microscope shows how many red cells there are.',
  UNIT: 'Some bacteria turn nitrate in urine into nitrite. The test shows whether this has happened, and not all bacteria do it.',
  ULEU: 'Leucocyte esterase is an enzyme of white cells. It shows whether there are more white cells in the urine than usual.',
  UWBC: 'Pus cells are white cells in urine, counted through a microscope. Their number rises with inflammation of the urinary tract.',
  URBC: 'Red cells in urine are counted through a microscope in one field of view. A few are usual, and their number rises when there is bleeding along the urinary tract.',
  UEPI: 'Epithelial cells come from the lining of the urinary tract and the skin. Many of them can mean that the sample touched the skin.',
  UMALB:
    'This is the amount of the protein albumin in urine, measured exactly. Small amounts show early changes of the filter in the kidneys.',
  UCREA:
    'Creatinine in urine is a waste product of the muscles that leaves the body steadily. It serves as a measure of how concentrated the sample is.',
  UACR: 'This ratio divides albumin by creatinine in the same urine. It makes the amount of albumin comparable, however concentrated the sample is.',
}
