import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';

/** What is shorter is not worth a second file. */
const WORTH_IT_BYTES = 256;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Packs the client's files as well as can be, once here and not for everybody who asks: beside each
 * file lies `file.br` and `file.gz`, where that is a tenth smaller at least. The page itself is left
 * out, as the server writes into it when it starts.
 */
export function packing(): Plugin {
  return {
    name: 'packing',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const files = Object.values(bundle).filter(
          ({ fileName }) => !fileName.startsWith('index.'),
        );
        await Promise.all(
          files.map(async (file) => {
            const plain = Buffer.from(file.type === 'chunk' ? file.code : file.source);
            if (plain.length < WORTH_IT_BYTES) return;
            const params = {
              [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
            };
            const packed = { br: brotli(plain, { params }), gz: deflate(plain, { level: 9 }) };
            for (const [ending, made] of Object.entries(packed)) {
              const source = await made;
              if (source.length > plain.length * 0.9) continue;
              this.emitFile({ type: 'asset', fileName: `${file.fileName}.${ending}`, source });
            }
          }),
        );
      },
    },
  };
}
