// Checks a log's folder with Go's own checksum-database code: signature, tiles, one record, two sizes.
// Usage: verify-log FOLDER VERIFIER-KEY INDEX ENTRY-FILE PROOF-FILE
package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type reader struct{ folder string }

func (r reader) Height() int { return 8 }

func (r reader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	all := make([][]byte, len(tiles))
	for i, tile := range tiles {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		data, err := os.ReadFile(filepath.Join(r.folder, path))
		if err != nil {
			return nil, err
		}
		all[i] = data
	}
	return all, nil
}

func (r reader) SaveTiles(tiles []tlog.Tile, data [][]byte) {}

func check(err error) {
	if err != nil {
		fmt.Println("REJECTED:", err)
		os.Exit(1)
	}
}

func main() {
	folder, key, entryFile, proofFile := os.Args[1], os.Args[2], os.Args[4], os.Args[5]
	index, err := strconv.ParseInt(os.Args[3], 10, 64)
	check(err)
	signed, err := os.ReadFile(filepath.Join(folder, "checkpoint"))
	check(err)
	verifier, err := note.NewVerifier(key)
	check(err)
	opened, err := note.Open(signed, note.VerifierList(verifier))
	check(err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	decoded, err := base64.StdEncoding.DecodeString(lines[2])
	check(err)
	var root tlog.Hash
	copy(root[:], decoded)
	tree := tlog.Tree{N: size, Hash: root}
	hashes := tlog.TileHashReader(tree, reader{folder})
	computed, err := tlog.TreeHash(size, hashes)
	check(err)
	if computed != root {
		check(fmt.Errorf("the tiles give %v, the checkpoint says %v", computed, root))
	}
	// A proof for every record: reading tiles alone does not authenticate all of them in x/mod 0.7.0.
	for i := int64(0); i < size; i++ {
		read, err := hashes.ReadHashes([]int64{tlog.StoredHashIndex(0, i)})
		check(err)
		path, err := tlog.ProveRecord(size, i, hashes)
		check(err)
		check(tlog.CheckRecord(path, size, root, i, read[0]))
	}
	entry, err := os.ReadFile(entryFile)
	check(err)
	text, err := os.ReadFile(proofFile)
	check(err)
	var proof tlog.RecordProof
	for _, line := range strings.Fields(string(text)) {
		one, err := tlog.ParseHash(line)
		check(err)
		proof = append(proof, one)
	}
	check(tlog.CheckRecord(proof, size, root, index, tlog.RecordHash(entry)))
	fmt.Println("accepted", size)
}
