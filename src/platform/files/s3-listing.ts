// A page of ListObjectsV2, as XML: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html, seen 2026-11. Names
// of ours have no character that XML would write otherwise; a key that has one is not ours and is never taken for it.

export type Listing = {
  readonly objects: readonly { readonly key: string; readonly writtenAtMs: number }[];
  /** What the next page is asked with; null at the end. */
  readonly next: string | null;
};

const [OPENING, CLOSING] = ['<Contents>', '</Contents>'];

function textOf(xml: string, element: string): string | null {
  const from = xml.indexOf(`<${element}>`);
  const to = xml.indexOf(`</${element}>`, from);
  return from === -1 || to === -1 ? null : xml.slice(from + element.length + 2, to);
}

export function readListing(xml: string): Listing {
  const parts = xml.split(OPENING).slice(1);
  const objects = parts.map((part) => {
    const [inside = ''] = part.split(CLOSING, 1);
    return {
      key: textOf(inside, 'Key') ?? '',
      writtenAtMs: Date.parse(textOf(inside, 'LastModified') ?? ''),
    };
  });
  const next = textOf(xml, 'NextContinuationToken');
  return {
    // Without a time nobody knows how old it is, so that it is none to be swept.
    objects: objects.filter(({ writtenAtMs }) => !Number.isNaN(writtenAtMs)),
    next: textOf(xml, 'IsTruncated') === 'true' ? next : null,
  };
}
