// Command serve puts a label on every item of the ResourceList that it is sent: kyaml behind net/http, the server that
// anybody could write in an afternoon. bench/load measures it.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"

	"dev.kiln/bench/kyaml/label"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fail(err)
	}
	fmt.Fprintf(os.Stderr, "http: listening on %s\n", listener.Addr())
	fail(http.Serve(listener, http.HandlerFunc(serve)))
}

func serve(w http.ResponseWriter, r *http.Request) {
	input, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	output, err := label.Every(input, "team", "platform")
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/yaml")
	w.Header().Set("Content-Length", strconv.Itoa(len(output)))
	w.Write(output)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "serve:", err)
	os.Exit(1)
}
